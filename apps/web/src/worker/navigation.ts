import { apiVersionHeader } from '@boathouse/contract/endpoint';

/** A slower server is not awaited; the page itself continues asking. */
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
 * Responds to a navigation to a page: with the server's response, or with the shell if none comes in time, or if a
 * proxy responds instead of our server. A network's login page, which is also a response, is shown.
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
