import type { Rules } from '../../reference/rules/index.ts';

/** What the current request asks for. */
export interface Asked {
  readonly operation: string;
  readonly url: URL;
  readonly isTollfree: boolean;
  readonly isFiltered: boolean;
}

const filters = ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'];

/** Rules that differ for some requests: `make` gets a function that returns the request being answered. */
export function asked(make: (now: () => Asked) => Omit<Partial<Rules>, 'admit'>): Partial<Rules> {
  let current: Asked | undefined;
  const now = (): Asked => {
    if (current === undefined) throw new Error('No request has come yet');
    return current;
  };
  return {
    admit: (operation, request) => {
      const url = new URL(request.url);
      current = {
        operation,
        url,
        isTollfree: url.pathname.endsWith('/Tollfree.json'),
        isFiltered: filters.some((name) => url.searchParams.has(name)),
      };
    },
    ...make(now),
  };
}
