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

/** What was wrong with a request, for the developer of a client. */
export function explain(operation: Operation, diagnostics: readonly Diagnostic[], body: Body): string {
  if (diagnostics.some(({ code }) => code === 401))
    return 'credentials are missing or not of the required scheme';
  const ofBranches = diagnostics.some(({ code }) => code === 'oneOf')
    ? branchComplaints(operation, body)
    : undefined;
  // For a oneOf, Prism reports what is wrong with every branch, including those that were not meant.
  const reported = ofBranches ? diagnostics.filter(({ path }) => path?.[0] !== 'body') : diagnostics;
  const sentences = reported.map(({ message }) =>
    inOriginalCase(operation, message.replace(/^Request /, '')),
  );
  return [...sentences, ...(ofBranches ?? [])].join('; ');
}

interface Branch {
  readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>;
}

/** What is wrong with the branch that a form's constant fields select, above all grant_type. */
function branchComplaints({ request }: Operation, { fields, mediaType }: Body): string[] | undefined {
  const schema = request?.body?.contents?.find((content) => content.mediaType === mediaType)?.schema;
  const branches = schema?.oneOf as readonly Branch[] | undefined;
  if (branches === undefined || fields === undefined) return undefined;
  const constants = branches.map((branch) =>
    Object.entries(branch.properties ?? {}).filter(([, property]) => property.const !== undefined),
  );
  const meant = constants.findIndex(
    (all) => all.length > 0 && all.every(([name, it]) => it.const === fields[name]),
  );
  const branch = branches[meant];
  if (branch !== undefined) return complaints(branch, fields).map((complaint) => `body ${complaint}`);
  const choices = constants.map((all) =>
    all.map(([name, property]) => `${name}=${String(property.const)}`).join(' and '),
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
