import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { World } from './world.ts';

/** A JWT with these claims, signed by this deployment. */
export function signed({ rules, state }: World, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader(rules.jwtHeader()).sign(state.key);
}

/** The claims of a JWT that this deployment has signed and that has not expired; undefined for any other. */
export async function verified({ state, clock }: World, jwt: string): Promise<JWTPayload | undefined> {
  try {
    const currentDate = new Date(clock.now());
    const { payload } = await jwtVerify(jwt, state.key, { algorithms: ['HS256'], currentDate });
    return payload;
  } catch {
    return undefined;
  }
}

/** A time as in JWTs: in whole seconds. */
export function inSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
