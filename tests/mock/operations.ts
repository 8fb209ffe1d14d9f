import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { checkDocument, type Document } from './document.ts';
import { formType } from './incoming.ts';
import { MockError, oneLine } from './mock-error.ts';
import type { Occasion, Operation } from './operation.ts';
import { problemOfBody, problemOfParameter, withoutIds } from './schemas.ts';

/**
 * Reads the operations of a document, and makes sure that Prism validates requests against all of it: to Prism,
 * everything satisfies a schema that does not compile.
 *
 * @param file the path of the document
 * @param name what messages call it
 * @throws MockError naming the file when Prism cannot read it, or would skip a part of it
 */
export async function loadOperations(file: string, name: string): Promise<Operation[]> {
  const document = checkDocument(file, name);
  const found = await getHttpOperationsFromSpec(file).catch((error: unknown) => {
    throw new MockError(`${name}: a $ref leads nowhere or is not understood: ${oneLine(error)}`);
  });
  const operations = found.map((one) => Object.assign(one, { occasions: occasionsOf(document, one) }));
  if (operations.length === 0) throw new MockError(`${name}: there are no operations in it`);
  for (const operation of operations) {
    // Prism sends callbacks while it answers; a form with two callbacks crashes the process.
    delete operation.callbacks;
    for (const [part, problem] of problems(operation)) {
      if (problem !== undefined)
        throw new MockError(
          `${name}: ${operation.method.toUpperCase()} ${operation.path}, ${part}: ${problem}`,
        );
    }
  }
  return operations;
}

interface Examples {
  readonly examples?: Readonly<Record<string, Occasion>>;
}

/** Prism does not read the extensions of an example. */
function occasionsOf(
  { paths }: Document,
  { path, method }: { readonly path: string; readonly method: string },
): Operation['occasions'] {
  const { responses = {} } = (
    paths[path] as Readonly<
      Record<string, { readonly responses?: Readonly<Record<string, Readonly<Record<string, object>>>> }>
    >
  )[method] ?? { responses: {} };
  return new Map(
    Object.entries(responses).flatMap(([status, { content = {}, headers = {} }]) =>
      [...Object.values(content), ...Object.values(headers)].flatMap(({ examples = {} }: Examples) =>
        Object.entries(examples).map(([name, occasion]) => [`${status} ${name}`, occasion] as const),
      ),
    ),
  );
}

function* problems({
  request,
  responses,
  ...rest
}: Operation): Generator<[part: string, problem: string | undefined]> {
  for (const { name, schema } of [
    ...(request?.path ?? []),
    ...(request?.query ?? []),
    ...(request?.headers ?? []),
  ]) {
    if (schema !== undefined) yield [`parameter ${name}`, problemOfParameter(schema)];
  }
  const { __bundled__: bundled } = rest as { readonly __bundled__?: unknown };
  const bodies = [{ part: 'request body', contents: request?.body?.contents }].concat(
    responses.map(({ code, contents }) => ({ part: `body of ${code}`, contents })),
  );
  for (const { part, contents } of bodies) {
    for (const content of contents ?? []) {
      if (content.schema === undefined) continue;
      content.schema = withoutIds(content.schema);
      // When Prism validates a form, it loses the self-referencing schemas, which it keeps separately.
      const isForm = part === 'request body' && content.mediaType === formType;
      yield [part, problemOfBody(content.schema, isForm ? undefined : bundled)];
    }
  }
}
