import { refuse } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';

/** Whether a request asks for JSON by its Accept header. */
export function acceptsJson({ headers }: Request): boolean {
  return headers.get('accept') === 'application/json';
}

/** Whether the Content-Type of a request has a charset. */
export function namesCharset({ headers }: Request): boolean {
  return headers.get('content-type')?.includes('charset') === true;
}

/** Refuses some requests for one operation, or for tokens by one grant, and no others. */
export function refusingRequests(
  refused: Operation | GrantType,
  status: number,
  isRefused: (request: Request) => boolean,
): Partial<Rules> {
  let isSuch = false;
  const refuseIf = (isMeant: boolean): void => {
    if (isMeant && isSuch) refuse(status, 'This is not answered');
  };
  return {
    admit: (operation, request) => {
      isSuch = isRefused(request);
      refuseIf(operation === refused);
    },
    grantType: (value, form) => {
      refuseIf(value === refused);
      return defaultRules.grantType(value, form);
    },
  };
}
