import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCurrentUser } from '../../features/people/auth/index.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { whenIdle } from '../../lib/timing/idle.ts';
import { registerWorker } from './register-worker.ts';

/** The interval of the checks whether the page still loads something. */
const lookEveryMs = 250;
/** A page that loads for longer than this must open without the server too. */
const loadsMaxMs = 5_000;

/**
 * Caches the data that the page of a signed-in user has read as soon as it is shown, and makes the browser store the
 * app once the page has loaded everything.
 */
export function useKeeping(): void {
  const { uid } = useCurrentUser();
  const client = useQueryClient();
  useEffect(() => {
    let isStopped = false;
    let stop = () => {};
    async function keep(): Promise<void> {
      const { keepReadsOf } = await loadChunk(() => import('../../lib/kept/answers.ts'));
      if (!isStopped) stop = keepReadsOf(uid);
    }
    const cancel = whenIdle(
      () => void keep().catch((error: unknown) => console.warn('Nothing is kept on this device', error)),
    );
    return () => {
      isStopped = true;
      cancel();
      stop();
    };
  }, [uid]);
  useEffect(
    () =>
      whenLoaded(
        client,
        () =>
          void registerWorker()?.catch((error: unknown) =>
            console.warn('The page will not open without the server', error),
          ),
      ),
    [client],
  );
}

/** Runs `work` once, when the page loads nothing more and the browser is idle. Returns a function that cancels it. */
function whenLoaded(client: QueryClient, work: () => void): () => void {
  let cancel = () => {};
  let waitedMs = 0;
  function look(): void {
    const isLoading = document.readyState !== 'complete' || client.isFetching() > 0;
    if (!isLoading || waitedMs >= loadsMaxMs) {
      cancel = whenIdle(work);
      return;
    }
    waitedMs += lookEveryMs;
    const timer = setTimeout(look, lookEveryMs);
    cancel = () => clearTimeout(timer);
  }
  look();
  return () => cancel();
}
