// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { FakeCaches } from '../../test/worker/fake-caches.ts';
import {
  answerFile,
  forgetEveryBuild,
  forgetOlderBuilds,
  isFileOf,
  keepBuild,
  OtherBuildError,
  shellOf,
  type Build,
} from './builds.ts';

const buildOf = (id: string, ...files: string[]): Build => ({
  id,
  entry: `/assets/main-${id}.js`,
  files: ['/favicon.svg', `/assets/main-${id}.js`, ...files],
  pages: ['/dashboard'],
});

/** A server with the files of one build; records the requests. */
function serverOf(build: Build, shell = `<script type="module" src="${build.entry}"></script>`) {
  const asked: string[] = [];
  const ask = async (path: Parameters<typeof fetch>[0]) => {
    const url = path instanceof Request ? path.url : path.toString();
    asked.push(url);
    if (url === '/shell') return new Response(shell);
    return build.files.includes(url)
      ? new Response(`${url} of ${build.id}`)
      : new Response(null, { status: 404 });
  };
  return { asked, ask };
}

const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};

describe('storing a build', () => {
  test('requests each of its files once, and its shell', async () => {
    const caches = new FakeCaches();
    const build = buildOf('a', '/assets/row-1.js');
    const { asked, ask } = serverOf(build);
    await keepBuild(build, caches, ask);
    expect(asked.sort()).toEqual([...build.files, '/shell'].sort());
    expect(await (await shellOf(build, caches))?.text()).toContain(build.entry);
  });

  test('takes the hashed files that an older build shares without asking, and no others', async () => {
    const caches = new FakeCaches();
    await keepBuild(buildOf('a', '/assets/row-1.js'), caches, serverOf(buildOf('a', '/assets/row-1.js')).ask);
    const next = buildOf('b', '/assets/row-1.js');
    const { asked, ask } = serverOf(next);
    await keepBuild(next, caches, ask);
    expect(asked.sort()).toEqual(['/assets/main-b.js', '/favicon.svg', '/shell']);
  });

  test('continues where an interrupted attempt has ended', async () => {
    const caches = new FakeCaches();
    const build = buildOf('a', '/assets/row-1.js', '/assets/gone.js');
    const { ask } = serverOf({ ...build, files: build.files.filter((file) => file !== '/assets/gone.js') });
    await expect(keepBuild(build, caches, ask)).rejects.toThrow('/assets/gone.js is answered with 404');
    const again = serverOf(build);
    await keepBuild(build, caches, again.ask);
    expect(again.asked.sort()).toEqual(['/assets/gone.js', '/shell']);
  });

  test('gives up when the server has the page of another build, as in the middle of an update', async () => {
    const caches = new FakeCaches();
    const build = buildOf('a');
    const { ask } = serverOf(build, '<script type="module" src="/assets/main-b.js"></script>');
    await expect(keepBuild(build, caches, ask)).rejects.toThrow(OtherBuildError);
    expect(await shellOf(build, caches)).toBeUndefined();
  });

  test('rejects on a full disk', async () => {
    const caches = new FakeCaches();
    caches.failWith = new DOMException('Quota exceeded', 'QuotaExceededError');
    const build = buildOf('a');
    await expect(keepBuild(build, caches, serverOf(build).ask)).rejects.toThrow('Quota exceeded');
  });
});

test('three builds stay, including the present one at any age, and other caches too', async () => {
  const caches = new FakeCaches();
  await caches.open('of someone else');
  for (const id of ['a', 'b', 'c', 'd']) await keepBuild(buildOf(id), caches, serverOf(buildOf(id)).ask);
  await forgetOlderBuilds(buildOf('a'), caches);
  expect(await caches.keys()).toEqual(['of someone else', 'build-a', 'build-c', 'build-d']);
  await forgetEveryBuild(caches);
  expect(await caches.keys()).toEqual(['of someone else']);
});

describe('a file', () => {
  test('a file with a hashed name comes from any stored build, without the server', async () => {
    const caches = new FakeCaches();
    await keepBuild(buildOf('a'), caches, serverOf(buildOf('a')).ask);
    const now = buildOf('b');
    const answer = await answerFile(now, '/assets/main-a.js', caches, offline);
    expect(await answer.text()).toBe('/assets/main-a.js of a');
  });

  test('a file with a hashed name that is not stored is stored after its first request', async () => {
    const caches = new FakeCaches();
    const build = buildOf('a');
    const picture = '/assets/board-1.webp';
    await answerFile(build, picture, caches, async () => new Response('picture'));
    expect(await (await answerFile(build, picture, caches, offline)).text()).toBe('picture');
  });

  test('is returned although there is no room to store it', async () => {
    const caches = new FakeCaches();
    caches.failWith = new DOMException('Quota exceeded', 'QuotaExceededError');
    const answer = await answerFile(buildOf('a'), '/assets/x.js', caches, async () => new Response('x'));
    expect(await answer.text()).toBe('x');
  });

  test('a file that is missing on the server is not stored', async () => {
    const caches = new FakeCaches();
    const gone = async () => new Response(null, { status: 404 });
    expect((await answerFile(buildOf('a'), '/assets/x.js', caches, gone)).status).toBe(404);
    await expect(answerFile(buildOf('a'), '/assets/x.js', caches, offline)).rejects.toThrow(TypeError);
  });

  test('a file without a hash is requested from the server, and the stored one is only used without it', async () => {
    const caches = new FakeCaches();
    const build = buildOf('a');
    await keepBuild(build, caches, serverOf(build).ask);
    const newer = async () => new Response('newer');
    expect(await (await answerFile(build, '/favicon.svg', caches, newer)).text()).toBe('newer');
    expect(await (await answerFile(build, '/favicon.svg', caches, offline)).text()).toBe('/favicon.svg of a');
  });
});

test.each([
  ['/assets/any-1.js', true],
  ['/favicon.svg', true],
  ['/api/product', false],
  ['/socket.io/', false],
  ['/files/images/1', false],
  ['/sw.js', false],
])('%s is answered by the worker: %s', (path, isAnswered) => {
  expect(isFileOf(buildOf('a'), path)).toBe(isAnswered);
});
