import { proofFields, type Proof } from '@boathouse/contract/auth/proof';
import { ApiError, CanceledError, NetworkError } from '../api-errors.ts';
import { setAsked, type WantedProof } from './asked-proof.ts';

/** Returns the proof that a refusal requires; null for any other error. */
function wantedBy(error: unknown): WantedProof | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'sign_in_again') return { kind: 'signIn' };
  if (error.code === 'pin_login') return { kind: 'fullLogin' };
  if (error.code !== 'proof_needed') return null;
  const named = error.fields.map(({ field }) => field);
  return { kind: 'fields', fields: proofFields.filter((field) => named.includes(field)) };
}

/** Adds the next required proof to the earlier ones: a call has all of its proofs. */
function both(before: WantedProof, next: WantedProof): WantedProof {
  if (before.kind !== 'fields' || next.kind !== 'fields') return next;
  const fields = proofFields.filter((field) => before.fields.includes(field) || next.fields.includes(field));
  return { kind: 'fields', fields };
}

const isAnsweredInDialog = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof ApiError && ['wrong_password', 'wrong_code', 'too_many_requests'].includes(error.code));

/** One question at a time. */
let turn: Promise<unknown> = Promise.resolve();

type Refused<T> = {
  call: (proof: Proof) => Promise<T>;
  refusal: ApiError;
  /** Whether another user has logged in in the meantime, for whom the call must not be repeated. */
  isOver: () => boolean;
};

/** Asks for the proof of a call that was refused without it, and repeats the call. */
export function askInTurn<T>(refused: Refused<T>): Promise<T> {
  const done = turn.then(() => askAndCall(refused));
  turn = done.catch(() => {});
  return done;
}

/** The previous proof may be enough: tries without one first. */
async function askAndCall<T>({ call, refusal, isOver }: Refused<T>): Promise<T> {
  if (isOver()) throw new CanceledError(refusal);
  try {
    return await call({});
  } catch (error) {
    const wanted = wantedBy(error);
    if (wanted === null) throw error;
    return new Promise<T>((resolve, reject) => {
      let isOpen = true;
      const end = (settle: () => void) => {
        if (!isOpen) return;
        isOpen = false;
        setAsked(null);
        settle();
      };
      const cancel = () => reject(new CanceledError(error));
      const ask = (wantedNow: WantedProof) => {
        const give = async (proof: Proof) => {
          // The user may still sign in with the provider's window after the question was canceled.
          if (!isOpen) return;
          if (isOver()) return end(cancel);
          try {
            const result = await call(proof);
            end(() => resolve(result));
          } catch (failure) {
            if (isAnsweredInDialog(failure)) throw failure;
            const next = wantedBy(failure);
            if (next === null) end(() => reject(failure));
            else ask(both(wantedNow, next));
          }
        };
        setAsked({ wanted: wantedNow, give, cancel: () => end(cancel) });
      };
      ask(wanted);
    });
  }
}
