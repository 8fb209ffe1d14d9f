import type { Answer, RequestContext } from '../../support/wire/http.ts';
import { lasting, steadily } from './listing.ts';

/** Requests of one check, each of which is sent once, however many comparisons need its answer. */
export interface Reading {
  readonly get: RequestContext['get'];
  /** What is wrong by what was read before, and each time that everything is read afresh. */
  readonly lasting: typeof lasting;
  /** Compares what was read before; while an assertion fails, everything is read afresh. */
  readonly steadily: typeof steadily;
}

/** Begins to read. Numbers come and go: what was read before is no longer trusted once anything disagrees. */
export function reading(telephony: RequestContext): Reading {
  const read = new Map<string, Answer>();
  const afresh = <T>(look: () => Promise<T>): (() => Promise<T>) => {
    let isFirst = true;
    return () => {
      if (!isFirst) read.clear();
      isFirst = false;
      return look();
    };
  };
  return {
    get: async (path, outgoing = {}) => {
      const key = JSON.stringify([path, outgoing]);
      const answer = read.get(key) ?? (await telephony.get(path, outgoing));
      read.set(key, answer);
      return answer;
    },
    lasting: (find) => lasting(afresh(find)),
    steadily: (compare) => steadily(afresh(compare)),
  };
}
