// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Proof, ProofField } from '@boathouse/contract/auth/proof';
import { ApiError, CanceledError, NetworkError } from '../api-errors.ts';
import { actAs } from '../server/login-state.ts';
import { cancelAsked, useAskedProof, withProof } from './asked-proof.ts';

afterEach(() => {
  cleanup();
  actAs(null);
});

const refusal = (
  status: number,
  code: 'proof_needed' | 'wrong_password' | 'forbidden' | 'pin_login',
  ...fields: ProofField[]
) =>
  new ApiError(status, {
    code,
    message: code,
    errorId: 'e',
    fields: fields.map((field) => ({ field, message: 'wanted' })),
  });

/** A server that requires the password, and a code if configured. */
function server(given: { needsCode?: boolean } = {}) {
  const calls: Proof[] = [];
  const call = async (proof: Proof): Promise<string> => {
    calls.push(proof);
    if (proof.password === undefined) throw refusal(403, 'proof_needed', 'password');
    if (proof.password !== 'right') throw refusal(400, 'wrong_password', 'password');
    if (given.needsCode && proof.code === undefined) throw refusal(403, 'proof_needed', 'code');
    return 'done';
  };
  return { calls, call };
}

const page = () => renderHook(() => useAskedProof()).result;
/** The question is a separate chunk. */
const settled = async (asked: { current: unknown }) => {
  await act(() => import('./ask-in-turn.ts'));
  await vi.waitFor(() => expect(asked.current).not.toBeNull());
};

test("a call on a page that can't ask fails unchanged", async () => {
  await expect(withProof(server().call)).rejects.toMatchObject({ code: 'proof_needed' });
});

test('a call waits for the proof and is made again with it; a wrong one leaves the question open', async () => {
  const asked = page();
  const { call, calls } = server();
  const result = withProof(call);
  await settled(asked);
  expect(asked.current?.wanted).toEqual({ kind: 'fields', fields: ['password'] });
  await expect(asked.current?.give({ password: 'wrong' })).rejects.toMatchObject({ code: 'wrong_password' });
  expect(asked.current).not.toBeNull();
  await act(async () => asked.current?.give({ password: 'right' }));
  expect(await result).toBe('done');
  expect(asked.current).toBeNull();
  expect(calls.at(-1)).toEqual({ password: 'right' });
});

test('the next proof is requested in addition to the previous one', async () => {
  const asked = page();
  const result = withProof(server({ needsCode: true }).call);
  await settled(asked);
  await act(async () => asked.current?.give({ password: 'right' }));
  expect(asked.current?.wanted).toEqual({ kind: 'fields', fields: ['password', 'code'] });
  await act(async () => asked.current?.give({ password: 'right', code: '123456' }));
  expect(await result).toBe('done');
});

test('canceling fails the call, and so does another refusal of the repeated call', async () => {
  const asked = page();
  const canceled = withProof(server().call);
  canceled.catch(() => {});
  await settled(asked);
  act(() => asked.current?.cancel());
  await expect(canceled).rejects.toBeInstanceOf(CanceledError);
  const refused = withProof(async ({ password }) => {
    throw password === undefined ? refusal(403, 'proof_needed', 'password') : refusal(403, 'forbidden');
  });
  refused.catch(() => {});
  await settled(asked);
  await act(async () => asked.current?.give({ password: 'right' }));
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  expect(asked.current).toBeNull();
});

test('without a response of the server the question stays, with the typed text', async () => {
  const asked = page();
  let isAway = true;
  const result = withProof(async ({ password }) => {
    if (password === undefined) throw refusal(403, 'proof_needed', 'password');
    if (isAway) throw new NetworkError(null);
    return 'done';
  });
  await settled(asked);
  await expect(asked.current?.give({ password: 'right' })).rejects.toBeInstanceOf(NetworkError);
  isAway = false;
  await act(async () => asked.current?.give({ password: 'right' }));
  expect(await result).toBe('done');
});

test('two calls at once ask once, if the first proof is enough for both', async () => {
  const asked = page();
  let isProved = false;
  const call = async ({ password }: Proof) => {
    if (password === 'right') isProved = true;
    if (!isProved) throw refusal(403, 'proof_needed', 'password');
    return 'done';
  };
  const both = Promise.all([withProof(call), withProof(call)]);
  await settled(asked);
  await act(async () => asked.current?.give({ password: 'right' }));
  expect(await both).toEqual(['done', 'done']);
  expect(asked.current).toBeNull();
});

test('a login by PIN is asked to log in by password', async () => {
  const asked = page();
  let isByPin = true;
  const result = withProof(async () => {
    if (isByPin) throw refusal(403, 'pin_login');
    return 'done';
  });
  await settled(asked);
  expect(asked.current?.wanted).toEqual({ kind: 'fullLogin' });
  isByPin = false;
  await act(async () => asked.current?.give({}));
  expect(await result).toBe('done');
});

test('a proof given after the question was canceled repeats nothing', async () => {
  const asked = page();
  const { call, calls } = server();
  const result = withProof(call);
  result.catch(() => {});
  await settled(asked);
  const late = asked.current;
  act(cancelAsked);
  await expect(result).rejects.toBeInstanceOf(CanceledError);
  const before = calls.length;
  await late?.give({ password: 'right' });
  expect(calls).toHaveLength(before);
});

test('no call is repeated for another user who has logged in in the meantime, not even one that waits for its turn', async () => {
  const asked = page();
  actAs('ann');
  const { call, calls } = server();
  const both = [withProof(call), withProof(call)];
  for (const each of both) each.catch(() => {});
  await settled(asked);
  const before = calls.length;
  actAs('bea');
  await act(async () => asked.current?.give({ password: 'right' }));
  for (const each of both) await expect(each).rejects.toBeInstanceOf(CanceledError);
  expect(calls).toHaveLength(before);
  expect(asked.current).toBeNull();
});
