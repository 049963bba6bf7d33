import {
  backupType,
  setUpCodeHeader,
  setUpRestore,
  type RestoreState,
} from '@boathouse/contract/administration/restore';
import { urlOf } from '@boathouse/contract/endpoint';
import { ProblemSchema } from '@boathouse/contract/errors';
import { ApiError, callApi, NetworkError, UnexpectedAnswerError } from '../../../lib/api.ts';

/** How often the page asks how far the restore is. */
const askEveryMs = 1_000;

type UploadOptions = {
  code: string;
  onProgress: (sentBytes: number, totalBytes: number) => void;
  signal: AbortSignal;
};

/**
 * Sends a backup to an installation without users; resolves when the server has stored it.
 * @throws ApiError, NetworkError, UnexpectedAnswerError, and the signal's reason
 */
export function uploadBackup(file: File, { code, onProgress, signal }: UploadOptions): Promise<void> {
  const { method } = setUpRestore.restore;
  return new Promise((resolve, reject) => {
    // fetch does not report the progress of sending a body.
    const request = new XMLHttpRequest();
    request.open(method, urlOf(setUpRestore.restore, {}, {}));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', backupType);
    // A header allows no other characters, and the server ignores them.
    request.setRequestHeader(setUpCodeHeader, code.replaceAll(/[^A-Za-z0-9]/g, ''));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.addEventListener('error', () => reject(new NetworkError(null)));
    request.addEventListener('load', () => {
      const body = parse(request.responseText);
      const problem = ProblemSchema.safeParse(body);
      if (request.status >= 400) reject(new ApiError(request.status, problem.success ? problem.data : null));
      else if (setUpRestore.restore.response.safeParse(body).success) resolve();
      else reject(new UnexpectedAnswerError(`${method} ${setUpRestore.restore.path}`, request.responseText));
    });
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Waits until the backup is in place or refused, even while the server restarts.
 * @param onStep is called with each step that the server reports; no response means that it restarts
 */
export async function waitForRestore(
  onStep: (step: RestoreState['step']) => void,
  signal: AbortSignal,
): Promise<RestoreState> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    signal.throwIfAborted();
    const state = await stateOf(signal);
    if (state.step === 'none') return { step: 'failed', problem: restarted };
    if (state.step === 'done' || state.step === 'failed') return state;
    onStep(state.step);
  }
}

const restarted = 'The server was restarted before the backup was in place. Nothing was changed. Try again.';

async function stateOf(signal: AbortSignal): Promise<RestoreState> {
  try {
    return await callApi(setUpRestore.restoreState, {}, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    // No answer, or that of a proxy.
    return { step: 'restoring', problem: null };
  }
}
