import { apiVersionHeader } from '@boathouse/contract/endpoint';

/** A server that takes longer is not waited for; the page itself goes on asking. */
export const shellAfterMs = 3_000;

/** Whether a path shows one of the pages, by their patterns. */
export function isPage(pages: readonly string[], path: string): boolean {
  const given = path.replace(/(?<=.)\/+$/, '').split('/');
  return pages.some((pattern) => {
    const wanted = pattern.split('/');
    return (
      wanted.length === given.length &&
      wanted.every((part, index) =>
        part.startsWith(':') ? given[index] !== '' : part === given[index]?.toLowerCase(),
      )
    );
  });
}

/**
 * Answers a navigation to a page: the server's answer, or the shell if there is none in time, or a proxy responds
 * for our server. The login page of a network, which is an answer too, is shown.
 * @throws TypeError without the server and without a shell
 */
export async function answerNavigation(
  asking: Promise<Response>,
  shell: () => Promise<Response | undefined>,
): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), shellAfterMs);
  });
  // Read only if the shell is missing.
  asking.catch(() => undefined);
  try {
    const answer = await Promise.race([asking.catch(() => null), tooLate]);
    if (answer !== null && !isOfProxy(answer)) return answer;
    return (await shell().catch(() => undefined)) ?? (await asking);
  } finally {
    clearTimeout(timer);
  }
}

const isOfProxy = ({ status, headers }: Response) => status > 501 && !headers.has(apiVersionHeader);
