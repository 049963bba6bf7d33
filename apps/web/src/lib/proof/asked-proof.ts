import type { Proof, ProofField } from '@boathouse/contract/auth/proof';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../api-errors.ts';
import { loadChunk } from '../load-chunk.ts';
import { actsAs } from '../server/login-state.ts';
import { createListeners } from '../store.ts';

/** The proof that the server requires before it makes a call. */
export type WantedProof =
  /** The password, a code of the second factor, or both. */
  | { kind: 'fields'; fields: readonly ProofField[] }
  /** Another sign-in, for an account without a password. */
  | { kind: 'signIn' }
  /** A login by password instead of this one by PIN. */
  | { kind: 'fullLogin' };

export type AskedProof = {
  wanted: WantedProof;
  /** Repeats the call. Throws while it is refused for its proof, or gets no response: the question then stays open. */
  give: (proof: Proof) => Promise<void>;
  /** Ends the question; the call fails with a CanceledError. */
  cancel: () => void;
};

let asked: AskedProof | null = null;
const listeners = createListeners();

export function setAsked(next: AskedProof | null): void {
  asked = next;
  listeners.call();
}

/** Ends a question whose page the user leaves. */
export function cancelAsked(): void {
  asked?.cancel();
}

/** The question that the page has to show, or null. */
export function useAskedProof(): AskedProof | null {
  return useSyncExternalStore(listeners.subscribe, () => asked);
}

const codes: readonly string[] = ['proof_needed', 'sign_in_again', 'pin_login'];

/**
 * Makes a call, and if the server requires a proof of the user's identity, asks for it and repeats the call. The caller
 * waits until then, with all typed text. Without a page that shows the question the call fails unchanged, and so does a
 * call whose user is no longer logged in.
 */
export async function withProof<T>(call: (proof: Proof) => Promise<T>): Promise<T> {
  const login = actsAs();
  try {
    return await call({});
  } catch (error) {
    if (!(error instanceof ApiError) || !codes.includes(error.code) || listeners.isEmpty()) throw error;
    const { askInTurn } = await loadChunk(() => import('./ask-in-turn.ts'));
    return askInTurn({ call, refusal: error, isOver: () => actsAs() !== login });
  }
}
