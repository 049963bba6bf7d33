// @vitest-environment node
import { sharedFiles } from '@boathouse/contract/pages/handed-files';
import { expect, test, vi } from 'vitest';
import { fakeCaches } from '../../test/installed/fake-caches.ts';
import { answerShare, isShare } from './share-target.ts';

const address = `https://row.example${sharedFiles.path}`;

function share(...files: File[]): Request {
  const body = new FormData();
  body.append('title', 'Morning row');
  for (const file of files) body.append(sharedFiles.field, file);
  return new Request(address, { method: 'POST', body });
}

test('keeps the shared files with their names and opens Import', async () => {
  const caches = fakeCaches();
  const answer = await answerShare(
    share(new File(['one'], 'Rudern über Nacht.fit'), new File(['two'], 'season.csv')),
    caches,
  );
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/training/import?shared']);
  const kept = await caches.filesOf(sharedFiles.cache);
  expect(kept.map(({ headers, text }) => [decodeURIComponent(headers.get('file-name') ?? ''), text])).toEqual(
    [
      ['Rudern über Nacht.fit', 'one'],
      ['season.csv', 'two'],
    ],
  );
});

test('opens Import even if the files could not be stored', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const open = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));
  const answer = await answerShare(share(new File(['one'], 'row.fit')), { open });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/training/import?shared']);
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
});

test.each([
  ['POST', address, true],
  ['GET', address, false],
  ['POST', 'https://row.example/api/imports', false],
])('%s %s is a share: %s', (method, url, is) => {
  expect(isShare({ method, url })).toBe(is);
});
