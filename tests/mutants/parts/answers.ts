import type { Answer } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import type { Rules } from '../../reference/rules/index.ts';

/** A JSON body before it is written. */
export type Body = Readonly<Record<string, unknown>>;

/** The body of an answer that is going to be JSON; undefined where it has another. */
export function jsonOf({ body }: Answer): Body | undefined {
  const isPlain = typeof body !== 'object' || body instanceof Uint8Array || body instanceof ReadableStream;
  return isPlain || body === null ? undefined : (body as Body);
}

/** Whether an answer refuses. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400;
}

/** A deployment of which every answer, or each of these operations, is changed before it goes out. */
export function answering(
  change: (answer: Answer, request: Request, operation: Operation) => Answer | Promise<Answer>,
  operations?: readonly Operation[],
): Partial<Rules> {
  return {
    send: (answer, operation, request) =>
      operations?.includes(operation) === false ? answer : change(answer, request, operation),
  };
}

/** A deployment whose every answer carries these headers as well. */
export function withHeaders(headers: Answer['headers']): Partial<Rules> {
  return answering((answer) => ({ ...answer, headers: { ...headers, ...answer.headers } }));
}

/** A deployment whose JSON, or that of these operations, is changed before it is written. */
export function withBodies(
  change: (body: Body) => unknown,
  operations?: readonly Operation[],
): Partial<Rules> {
  return answering((answer) => {
    const body = jsonOf(answer);
    return body === undefined ? answer : { ...answer, body: change(body) };
  }, operations);
}

/** A value in which every object is changed, the inner ones first. */
export function deeply(value: unknown, change: (object: Body) => Body): unknown {
  if (Array.isArray(value)) return value.map((item) => deeply(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deeply(part, change)])));
}

/** The object without some of its fields. */
export function without<T>(
  body: Readonly<Record<string, T>>,
  ...names: readonly string[]
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Resolves after so many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
