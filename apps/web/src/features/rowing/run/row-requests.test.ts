import { apiVersion, apiVersionHeader } from '@boathouse/contract/endpoint';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, UnexpectedAnswerError } from '../../../lib/api.ts';
import { forgetVersionSkew, getVersionSkew, noteVersion } from '../../../lib/server/version-skew.ts';
import { createRowRequests, refusalOf } from './row-requests.ts';
import { rower } from '../../../../test/rowing/fake-row-page.ts';

afterEach(() => {
  forgetVersionSkew();
  vi.unstubAllGlobals();
});

const refused = (field: string) =>
  new ApiError(400, { code: 'bad_request', message: 'No', errorId: 'e', fields: [{ field, message: 'No' }] });

describe('a refusal of the request’s shape', () => {
  test('is final between a page and a server of one version', () => {
    noteVersion(String(apiVersion));
    expect(refusalOf(refused('strokes'))).toMatchObject({ class: 'bad' });
  });

  test.each([1, -1])('is none between versions that differ by %d: the row waits for the other one', (by) => {
    noteVersion(String(apiVersion + by));
    expect(refusalOf(refused('strokes'))).toMatchObject({ class: 'later' });
  });

  test('is none for what a server before the first version does not know', () => {
    expect(refusalOf(refused('begunAgoMs'))).toMatchObject({ class: 'later' });
  });
});

test('a response of another shape leaves the row to be sent again, and is noticed as another version', async () => {
  const headers = { [apiVersionHeader]: String(apiVersion) };
  vi.stubGlobal('fetch', async () => Response.json({ nothing: 'known' }, { headers }));
  const asked = createRowRequests(rower).inProgress();
  await expect(asked).rejects.toThrow(UnexpectedAnswerError);
  expect(refusalOf(await asked.catch((error: unknown) => error))).toMatchObject({ class: 'later' });
  expect(getVersionSkew()).toBe('differs');
});
