import type { Body } from './incoming.ts';
import type { Operation } from './operation.ts';
import { complaints } from './schemas.ts';

/** One of Prism's complaints about a request. */
export interface Diagnostic {
  readonly message: string;
  readonly path?: readonly string[];
  readonly code?: string | number;
  /** 0 is an error, 1 a warning. */
  readonly severity: number;
}

/** What was wrong with a request, for the developer of a client: each parameter, and what the document says of it. */
export function explain(operation: Operation, diagnostics: readonly Diagnostic[], body: Body): string {
  if (diagnostics.some(({ code }) => code === 401))
    return 'credentials are missing or not of the required scheme';
  const ofBranches = diagnostics.some(({ code }) => code === 'oneOf')
    ? branchComplaints(operation, body)
    : undefined;
  // For a oneOf, Prism reports what is wrong with every branch, including those that were not meant.
  const reported = ofBranches ? diagnostics.filter(({ path }) => path?.[0] !== 'body') : diagnostics;
  const sentences = reported.flatMap(({ message }) =>
    message === 'Body parameter is required'
      ? missingBody(operation, body)
      : inOriginalCase(operation, message.replace(/^Request /, '')),
  );
  const described = descriptions(operation, body);
  return [...sentences, ...(ofBranches ?? [])].map((sentence) => withReason(sentence, described)).join('; ');
}

/** The error code of OAuth (RFC 6749 5.2) for a form of none of the documented kinds. */
export function errorCodeOf(
  operation: Operation,
  diagnostics: readonly Diagnostic[],
  body: Body,
): string | undefined {
  const isOfNone = diagnostics.some(({ code }) => code === 'oneOf') && meantBy(operation, body) === undefined;
  return isOfNone && body.fields?.['grant_type'] ? 'unsupported_grant_type' : undefined;
}

/** What an empty body lacks. */
function missingBody(operation: Operation, body: Body): string[] {
  const { required = [] } = schemaOf(operation, body) ?? {};
  if (required.length > 0) return required.map((name) => `body ${name} is missing`);
  return branchComplaints(operation, { ...body, fields: {} }) ?? ['body is missing'];
}

/** Adds what the document says of the parameter that a sentence is about. */
function withReason(sentence: string, described: Descriptions): string {
  const text = sentence.replace(/must have required property '(\w+)'/, '$1 is missing');
  const name =
    /(?:parameter|property|body|query) (?!parameter|property)(\w+) (?:must|is)/.exec(text)?.[1] ?? '';
  const { reason, constant } = described.get(name) ?? {};
  const exact = constant === undefined ? text : text.replace('be equal to constant', `be ${constant}`);
  return reason === undefined ? exact : `${exact} (${reason})`;
}

type Descriptions = ReadonlyMap<string, { readonly reason: string; readonly constant: string | undefined }>;

/** The first sentence of the description of each parameter and field, and the value that is the only one. */
function descriptions(operation: Operation, body: Body): Descriptions {
  const { request } = operation;
  const schemas = [schemaOf(operation, body), meantBy(operation, body)];
  const fields = schemas.flatMap((schema) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
      name,
      description: property.description,
      schema: property,
    })),
  );
  return new Map(
    [...(request?.path ?? []), ...(request?.query ?? []), ...fields].flatMap(
      ({ name, description, schema }) => {
        const first = /^.*?(?=\.(?:\s|$)|$)/s.exec(description ?? '')?.[0].replaceAll(/\s+/g, ' ');
        const { const: constant } = (schema ?? {}) as { readonly const?: string };
        return first ? [[name, { reason: first, constant }] as const] : [];
      },
    ),
  );
}

interface Branch {
  readonly properties?: Readonly<Record<string, { readonly const?: unknown; readonly description?: string }>>;
}

interface BodySchema extends Branch {
  readonly required?: readonly string[];
  readonly oneOf?: readonly Branch[];
}

function schemaOf({ request }: Operation, { mediaType }: Body): BodySchema | undefined {
  const contents = request?.body?.contents ?? [];
  return (contents.find((content) => content.mediaType === mediaType) ?? contents[0])?.schema as
    | BodySchema
    | undefined;
}

function branchesOf(operation: Operation, body: Body): readonly Branch[] | undefined {
  return schemaOf(operation, body)?.oneOf;
}

/** The constant fields of a branch, above all grant_type. */
function constantsOf({ properties = {} }: Branch) {
  return Object.entries(properties).filter(([, property]) => property.const !== undefined);
}

/** The branch whose constant fields a form has. */
function meantBy(operation: Operation, body: Body): Branch | undefined {
  return branchesOf(operation, body)?.find((branch) => {
    const constants = constantsOf(branch);
    return constants.length > 0 && constants.every(([name, it]) => it.const === body.fields?.[name]);
  });
}

/** What is wrong with the branch that a form means. */
function branchComplaints(operation: Operation, body: Body): string[] | undefined {
  const branches = branchesOf(operation, body);
  if (branches === undefined || body.fields === undefined) return undefined;
  const branch = meantBy(operation, body);
  if (branch !== undefined) return complaints(branch, body.fields).map((complaint) => `body ${complaint}`);
  const choices = branches.map((one) =>
    constantsOf(one)
      .map(([name, property]) => `${name}=${String(property.const)}`)
      .join(' and '),
  );
  return [`body must have ${choices.join(' or ')}`];
}

/** Prism writes the names of parameters in lower case. */
function inOriginalCase({ request }: Operation, message: string): string {
  const parameters = [...(request?.path ?? []), ...(request?.query ?? [])];
  return message.replace(/(?<=parameter |')\w+(?=[ '])/g, (name) => {
    return parameters.find((parameter) => parameter.name.toLowerCase() === name)?.name ?? name;
  });
}
