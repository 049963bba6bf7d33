import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createServer as createHttpServer, request, type RequestListener } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { usePglite } from '../../test/support/databases.ts';
import { freePort, ServerProgram } from '../../test/processes/servers.ts';
import { listen } from '../../test/support/listen.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { checkAddress } from './address-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'boathouse-page-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Boathouse</title>');

const app = useTestApp(usePglite(), { webFolder: folder });
let own = '';
let port = '';
beforeAll(async () => {
  own = await app().listen();
  ({ port } = new URL(own));
  return () => rmSync(folder, { recursive: true });
});

const behindProxy = { trustedProxy: 'loopback' };
const kindsOf = (problems: { kind: string }[]) => problems.map(({ kind }) => kind);
const repository = new URL('../../../../', import.meta.url);
const isThere = (program: string) => spawnSync(program, ['--help']).error === undefined;

function requireProgram(program: string): boolean {
  if (isThere(program)) return true;
  if (process.env['REQUIRE_SERVERS'] === '1')
    throw new Error(`${program} is missing, and REQUIRE_SERVERS=1 forbids that`);
  console.warn(`\n*** ${program} is missing: its tests are SKIPPED ***\n`);
  return false;
}

/** Starts a proxy with a configuration in its own folder, and returns its address. */
async function start(
  program: string,
  args: (file: string, home: string) => string[],
  configOf: (own: number) => string,
) {
  const home = mkdtempSync(join(tmpdir(), 'boathouse-proxy-'));
  const proxyPort = await freePort();
  const file = join(home, 'config');
  writeFileSync(file, configOf(proxyPort));
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const proxy = new ServerProgram(proxyPort, program, args(file, home), env);
  onTestFinished(async () => {
    await proxy.end();
    rmSync(home, { recursive: true, force: true });
  });
  await proxy.accepts();
  return `http://127.0.0.1:${proxyPort}`;
}

/** Starts nginx with the documented lines, without TLS, changed as given. */
const startNginx = (changed: (lines: string) => string = (lines) => lines) => {
  const [, documented = ''] =
    /```nginx\n([^]*?)```/.exec(readFileSync(new URL('docs/operate/proxies.md', repository), 'utf8')) ?? [];
  return start(
    'nginx',
    (file, home) => [
      '-p',
      home,
      '-c',
      file,
      '-e',
      join(home, 'error.log'),
      '-g',
      'daemon off; master_process off;',
    ],
    (proxyPort) => {
      const lines = documented
        .replace('listen 443 ssl', `listen 127.0.0.1:${proxyPort}`)
        .replaceAll(/^ *ssl_.*\n/gm, '')
        .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${name};`,
      );
      return `pid nginx.pid; events {} http { access_log off; ${paths.join(' ')}\n${changed(lines)}\n}`;
    },
  );
};

describe.skipIf(!requireProgram('nginx'))('nginx', () => {
  test('passes everything with the documented lines', async () => {
    expect(await checkAddress(await startNginx(), behindProxy)).toEqual([]);
  });

  test('nginx that passes no WebSockets without its Upgrade header is reported, and nothing else', async () => {
    const address = await startNginx((lines) => lines.replace(/.*set_header Upgrade.*\n/, ''));
    const problems = await checkAddress(address, behindProxy);
    expect(kindsOf(problems)).toEqual(['websocket']);
    expect(problems[0]?.text).toMatch(
      /^WebSockets are not passed to the server \(status \d+ instead of 101\): pages show/,
    );
  });

  test('nginx that refuses the largest uploads with its own limit is reported, and nothing else', async () => {
    const address = await startNginx((lines) => lines.replace(/.*client_max_body_size.*\n/, ''));
    const problems = await checkAddress(address, behindProxy);
    expect(kindsOf(problems)).toEqual(['upload']);
    expect(problems[0]?.text).toMatch(
      /^Uploads of 32 MB do not reach the server \(status 413\): images and files/,
    );
  });

  test('is reported when the server behind it is down', async () => {
    const address = await startNginx((lines) => lines.replace(`127.0.0.1:${port}`, '127.0.0.1:9'));
    expect(await checkAddress(address, behindProxy)).toEqual([
      {
        kind: 'address',
        text: `${address} does not lead to this server: a proxy answers with 502: it does not reach the server.`,
      },
    ]);
  });

  test('is named when no proxy is trusted', async () => {
    const problems = await checkAddress(await startNginx(), { trustedProxy: null });
    expect(kindsOf(problems)).toEqual(['proxy']);
    expect(problems[0]?.text).toMatch(/^A proxy \(nginx.*\) is in front, and TRUSTED_PROXY is not set: /);
  });
});

describe.skipIf(!requireProgram('caddy'))('Caddy', () => {
  test('passes everything with the file of the repository', async () => {
    const config = readFileSync(new URL('deploy/Caddyfile', repository), 'utf8');
    const address = await start(
      'caddy',
      (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
      (proxyPort) =>
        `{\n\tadmin off\n\tauto_https off\n}\n${config
          .replace('{$SITE_ADDRESS:localhost}', `http://127.0.0.1:${proxyPort}`)
          .replace('{$BOATHOUSE_UPSTREAM:127.0.0.1:3000}', `127.0.0.1:${port}`)}`,
    );
    expect(await checkAddress(address, behindProxy)).toEqual([]);
  });
});

describe.skipIf(!requireProgram('haproxy'))('HAProxy', () => {
  test('passes everything with the file of the repository, even before one server', async () => {
    const config = readFileSync(new URL('deploy/haproxy.cfg', repository), 'utf8');
    const address = await start(
      'haproxy',
      (file) => ['-db', '-f', file],
      (proxyPort) =>
        `${config
          .replaceAll(/^ {2}(server two|log ).*\n/gm, '')
          .replaceAll('127.0.0.1:3001', `127.0.0.1:${port}`)
          .replace('fd-hard-limit 50000', 'fd-hard-limit 5000')
          .replace('bind :80', `bind 127.0.0.1:${proxyPort}`)}\n`,
    );
    expect(await checkAddress(address, behindProxy)).toEqual([]);
  });
});

describe('an address', () => {
  const serve = async (server: Server) => `http://127.0.0.1:${await listen(server)}`;
  const answering = (listener: RequestListener) => serve(createHttpServer(listener));

  test('an address of the server itself has no problem', async () => {
    expect(await checkAddress(own, { trustedProxy: null })).toEqual([]);
  });

  test('an address at which nothing listens is reported, with a hint where to look', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    expect(await checkAddress(address, behindProxy)).toEqual([
      {
        kind: 'address',
        text: `${address} can't be reached from this machine: nothing listens there. Is the server running, and its proxy?`,
      },
    ]);
  });

  test('an address with a name missing in DNS is named', async () => {
    const [problem] = await checkAddress('http://boathouse.invalid', behindProxy);
    expect(problem?.text).toBe(
      "http://boathouse.invalid can't be reached from this machine: its name is not in DNS.",
    );
  });

  test('an address that redirects to another address names that address, as PUBLIC_URL', async () => {
    const address = await answering((_, response) =>
      response.writeHead(308, { location: 'https://row.example.org/' }).end(),
    );
    const [problem] = await checkAddress(address, behindProxy);
    expect(problem?.text).toContain(
      `${address} leads to https://row.example.org: set PUBLIC_URL=https://row.example.org,`,
    );
  });

  test.each<[string, RequestListener]>([
    ['of another program', (_, response) => response.end('<h1>It works!</h1>')],
    ['of a login page of a network', (_, response) => response.writeHead(511).end('log in')],
  ])('an address with %s does not count as this server', async (_, listener) => {
    const [problem] = await checkAddress(await answering(listener), behindProxy);
    expect(problem?.text).toMatch(
      /does not lead to this server: another program answers, with status (200|511)\.$/,
    );
  });

  test('an address that responds with rubbish is named', async () => {
    const address = await serve(createServer((socket) => socket.end('\0\0rubbish\r\n\r\n')));
    expect(kindsOf(await checkAddress(address, behindProxy))).toEqual(['address']);
  });

  test('an address with a proxy that accepts WebSockets and passes nothing on is reported within a time limit', async () => {
    const proxy = createHttpServer((asked, response) => {
      const { method, url, headers } = asked;
      const onward = request(`${own}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => {});
      asked.pipe(onward);
    });
    proxy.on('upgrade', (_, socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n'),
    );
    const address = await serve(proxy);
    const problems = await checkAddress(address, { ...behindProxy, withinMs: 300 });
    expect(problems.map(({ text }) => text)).toEqual([
      'WebSockets are not passed to the server (the connection opens and stays silent): pages show no live data. See docs/operate/proxies.md.',
    ]);
  });

  test('an address that never responds is named', async () => {
    const address = await serve(createServer(() => {}));
    const [problem] = await checkAddress(address, { ...behindProxy, withinMs: 300 });
    expect(problem?.text).toBe(
      `${address} can't be reached from this machine: it did not answer within 0.3 s.`,
    );
  });
});
