import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const settings = new Set(
  [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
);

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) {
  const message = 'The unit is not tested: systemd-analyze is missing';
  if (process.env['REQUIRE_SERVERS'] === '1' && process.platform === 'linux')
    throw new Error(`${message}, and REQUIRE_SERVERS=1 forbids that`);
  console.warn(message);
}

describe('deploy/boathouse.service', () => {
  const unit = read('deploy/boathouse.service');

  test.skipIf(!hasSystemd)('has an exposure below 2 of 10, by systemd-analyze security', () => {
    const { stdout } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', `${root}/deploy/boathouse.service`],
      { encoding: 'utf8' },
    );
    const score = /Overall exposure level for boathouse\.service: ([\d.]+)/.exec(stdout)?.[1];
    expect(Number(score)).toBeLessThan(2);
  });

  test.skipIf(!hasSystemd)('has no line that systemd does not know', () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', `${root}/deploy/boathouse.service`], {
      encoding: 'utf8',
    });
    // This machine has no product in /opt, and other units of the machine don't belong to the product.
    const lines = stderr.split('\n').filter((line) => line.includes('boathouse.service'));
    expect(lines.filter((line) => !line.includes('is not executable'))).toEqual([]);
  });

  test('starts a file of the repository with the Node of the lock file, and sets only settings, of Node and of the C library too', () => {
    const [, node = '', script = ''] = /^ExecStart=\/opt\/boathouse\/(\S+) (\S+)$/m.exec(unit) ?? [];
    expect([existsSync(`${root}/${node}`), existsSync(`${root}/${script}`)]).toEqual([true, true]);
    const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' '));
    const names = set.map((each) => each.split('=')[0]);
    const ofOthers = ['NODE_ENV', 'MALLOC_ARENA_MAX'];
    expect(names.filter((name) => !ofOthers.includes(name ?? '') && !settings.has(name ?? ''))).toEqual([]);
  });
});

describe('deploy/compose.yaml', () => {
  const ServiceSchema = z.object({
    image: z.string(),
    environment: z.record(z.string(), z.string()),
    healthcheck: z.object({ test: z.array(z.string()) }),
    read_only: z.literal(true),
    cap_drop: z.array(z.string()),
    cap_add: z.optional(z.array(z.string())),
    security_opt: z.array(z.string()),
    volumes: z.array(z.string()),
    networks: z.array(z.string()),
    ports: z.optional(z.array(z.string())),
  });
  const text = read('deploy/compose.yaml');
  const { services, volumes, networks } = z
    .object({
      services: z.record(z.string(), ServiceSchema),
      volumes: z.record(z.string(), z.unknown()),
      networks: z.record(z.string(), z.unknown()),
    })
    .parse(parse(text));

  test('gives no service a writable root, new privileges, or more capabilities than PostgreSQL and Caddy need', () => {
    for (const [name, { cap_drop, security_opt }] of Object.entries(services)) {
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
    }
    expect(services['boathouse']?.cap_add).toBeUndefined();
    expect(services['caddy']?.cap_add).toEqual(['NET_BIND_SERVICE']);
  });

  test('publishes only the ports of Caddy', () => {
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['caddy']);
  });

  test('names only volumes and networks that it declares, and files that exist', () => {
    for (const service of Object.values(services)) {
      for (const volume of service.volumes) {
        const source = volume.split(':')[0] ?? '';
        expect(
          source.startsWith('./') ? existsSync(`${root}/deploy/${source}`) : source in volumes,
          volume,
        ).toBe(true);
      }
      for (const network of service.networks) expect(network in networks, network).toBe(true);
    }
  });

  test('has no secret in it: passwords come from outside, and it does not start without them', () => {
    const secrets = Object.values(services)
      .flatMap(({ environment }) => Object.entries(environment))
      .filter(([name, value]) => /PASSWORD|SECRET|TOKEN|_URL$/.test(name) && /PASSWORD|:[^/$]+@/.test(value));
    expect(secrets.map(([name]) => name)).toEqual(['DATABASE_URL', 'POSTGRES_PASSWORD']);
    for (const [, value] of secrets) expect(value).toContain('${POSTGRES_PASSWORD:?');
  });

  test('sets only settings of the product', () => {
    const names = Object.keys(services['boathouse']?.environment ?? {});
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
  });
});

describe('deploy/Containerfile', () => {
  const text = read('deploy/Containerfile');

  test('copies the package.json of every workspace before it installs packages', () => {
    const beforeInstall = text.slice(0, text.indexOf('RUN npm ci'));
    const manifests = globSync('{apps,packages}/*/package.json', { cwd: root });
    expect(
      [...manifests, 'e2e/package.json'].filter((file) => !beforeInstall.includes(`COPY ${file} `)),
    ).toEqual([]);
  });

  test('takes every package of the repository that the server imports into the image', () => {
    const moved = /for name in ([a-z0-9 -]+); do/.exec(text)?.[1]?.split(' ').sort();
    const needed = new Set<string>();
    const follow = (workspace: string) => {
      const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
        read(`${workspace}/package.json`),
      );
      for (const name of Object.keys(dependencies)) {
        const own = /^@boathouse\/(.+)$/.exec(name)?.[1];
        if (own === undefined || needed.has(own)) continue;
        needed.add(own);
        follow(`packages/${own}`);
      }
    };
    follow('apps/server');
    expect(moved).toEqual([...needed].sort());
  });

  test('runs as a user without a name, by number', () => {
    expect(text.match(/^USER .*$/gm)).toEqual(['USER 10001:10001']);
  });
});

test('no file of deploy names the host of a registry', () => {
  for (const file of globSync('deploy/*', { cwd: root })) {
    const images = [...read(file).matchAll(/^(?:FROM|ARG \w+_IMAGE=|\s+image:) ?(\S+)/gm)].map(
      ([, name]) => name,
    );
    expect(images.filter((name) => /^[^/$]+\.[^/]+\//.test(name ?? ''))).toEqual([]);
  }
});
