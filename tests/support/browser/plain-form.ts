import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';
import { SHOWING } from './plain-page.ts';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements of which a form consists that needs no script, and that lead on only when they are pressed. */
const ASKING = ['form', 'fieldset', 'legend', 'label', 'input', 'button', 'a', 'nav'];

const SHOWN: ReadonlySet<string> = new Set(SHOWING);
const PLAIN: ReadonlySet<string> = new Set([...SHOWING, ...ASKING]);

/** Attributes that make a form send anything but its fields, to anywhere but its action, or change what is typed. */
const UNUSUAL: ReadonlySet<string> = new Set(
  'form formaction formenctype formmethod formtarget formnovalidate target enctype accept-charset dirname disabled pattern minlength maxlength readonly is contenteditable'.split(
    ' ',
  ),
);

/** Kinds of fields whose value is sent as it is, whatever is typed, and buttons that send it. */
const KINDS: ReadonlySet<string> = new Set([
  'hidden',
  'text',
  'password',
  'checkbox',
  'radio',
  'submit',
  'button',
]);

/** A larger page is not a plain form. */
const LONGEST_PAGE = 100_000;

/** A field or a button of a form, in the order of the page. */
interface Control {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly isChecked: boolean;
}

/** A form that is sent by POST, and needs no script for that. */
export interface PlainForm {
  readonly action: string;
  readonly controls: readonly Control[];
}

/** A page without scripts, frames and anything else that leads on by itself. */
export interface PlainPage {
  /** The same for two pages if they differ only in the values of hidden fields and of the query of an action. */
  readonly likeness: string;
  /** Whether it is text alone, so that it asks for nothing. */
  readonly onlyShows: boolean;
  readonly forms: readonly PlainForm[];
}

/** What is typed and pressed: by the place of a field, what is typed there; and the place of the button. */
export interface Filling {
  readonly typed: ReadonlyMap<number, string>;
  readonly pressed: number | undefined;
}

/**
 * Reads a page of HTML as a browser does.
 *
 * @param url where it was, for relative addresses
 * @returns undefined if it has anything that needs a browser, or that this does not know
 */
export function plainPage(text: string, url: string): PlainPage | undefined {
  if (text.length > LONGEST_PAGE) return undefined;
  const document = parse(text);
  const elements = elementsOf(document);
  if (!elements.every(isPlain)) return undefined;
  const forms = elements.filter(({ tagName }) => tagName === 'form').map((form) => formOf(form, url));
  return {
    likeness: JSON.stringify(likenessOf(document, url)),
    onlyShows: elements.every(onlyShows),
    forms: forms.filter((form) => form !== undefined),
  };
}

/**
 * What a browser sends when a form is filled in and submitted.
 *
 * @returns undefined if a value has characters that a browser might rewrite, such as line breaks
 */
export function submissionOf({ controls }: PlainForm, { typed, pressed }: Filling): string | undefined {
  const sent = controls.flatMap(({ kind, name, value, isChecked }, place): [string, string][] => {
    if (name === '' || kind === 'button') return [];
    if (kind === 'submit') return place === pressed ? [[name, value]] : [];
    if (kind === 'checkbox' || kind === 'radio') return isChecked ? [[name, value]] : [];
    return [[name, typed.get(place) ?? value]];
  });
  if (!sent.flat().every((one) => /^[^\p{Cc}\p{Cs}]*$/u.test(one))) return undefined;
  return new URLSearchParams(sent).toString();
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

function elementsOf(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  return isElement(node) ? [node, ...children] : children;
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

function isPlain(element: Element): boolean {
  const { tagName, attrs, namespaceURI } = element;
  if (namespaceURI !== html.NS.HTML || !PLAIN.has(tagName) || attrs.some(isScripted)) return false;
  return tagName !== 'meta' || attributeOf(element, 'http-equiv') === undefined;
}

function isScripted({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return name.startsWith('on') || /^\s*javascript:/i.test(value);
}

/** As `isPlain` of a page in the browser. */
function onlyShows({ tagName, attrs }: Element): boolean {
  return SHOWN.has(tagName) && !attrs.some(({ name }) => name === 'role' || name === 'tabindex');
}

/** A form, if it is one that is sent in the usual way to where the page is. */
function formOf(form: Element, url: string): PlainForm | undefined {
  const method = attributeOf(form, 'method')?.toLowerCase();
  const action = actionOf(form, url);
  const parts = elementsOf(form);
  const isUnusual = parts.some(({ attrs }) => attrs.some(({ name }) => UNUSUAL.has(name)));
  const fields = parts.filter(({ tagName }) => tagName === 'input' || tagName === 'button');
  const controls = fields.map(controlOf);
  const isKnown = controls.every(({ kind, name }) => KINDS.has(kind) && name !== '_charset_');
  if (method !== 'post' || action === undefined || isUnusual || !isKnown) return undefined;
  return { action, controls };
}

/** Where a form is sent; undefined if that is on another server than its page. */
function actionOf(form: Element, url: string): string | undefined {
  const action = attributeOf(form, 'action')?.trim() || url;
  if (!URL.canParse(action, url)) return undefined;
  const place = new URL(action, url);
  return place.origin === new URL(url).origin ? place.href.split('#', 1)[0] : undefined;
}

function controlOf(field: Element): Control {
  const type = attributeOf(field, 'type')?.toLowerCase();
  const usual = field.tagName === 'button' ? 'submit' : 'text';
  const isTicked = type === 'checkbox' || type === 'radio';
  return {
    kind: type ?? usual,
    name: attributeOf(field, 'name') ?? '',
    value: attributeOf(field, 'value') ?? (isTicked ? 'on' : ''),
    isChecked: attributeOf(field, 'checked') !== undefined,
  };
}

/** Everything of a page that has to be the same in another one, as lists that JSON can hold. */
function likenessOf(node: Node, url: string): unknown {
  if (node.nodeName === '#text') return 'value' in node ? node.value : '';
  const children = 'childNodes' in node ? node.childNodes.map((child) => likenessOf(child, url)) : [];
  if (!isElement(node)) return [node.nodeName === '#comment' ? '' : node.nodeName, children];
  const isHidden = node.tagName === 'input' && attributeOf(node, 'type')?.toLowerCase() === 'hidden';
  const attributes = node.attrs.map(({ name, value }) => {
    if (isHidden && name === 'value') return [name];
    if (node.tagName === 'form' && name === 'action') return [name, ...placeAndNames(value, url)];
    return [name, value];
  });
  return [node.tagName, attributes, children];
}

/** An address without the values of its query. */
function placeAndNames(address: string, url: string): string[] {
  if (!URL.canParse(address, url)) return [address];
  const { origin, pathname, searchParams } = new URL(address, url);
  return [origin, pathname, ...searchParams.keys()];
}
