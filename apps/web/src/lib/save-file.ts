import { actingLoginHeader, urlOf, type Endpoint, type EndpointArgs } from '@boathouse/contract/endpoint';
import { ProblemSchema } from '@boathouse/contract/errors';
import { ApiError, NetworkError } from './api-errors.ts';
import { actsAs } from './server/login-state.ts';

/**
 * Saves the file of an endpoint under the server's name for it. Only for small files, because they are completely in
 * memory.
 * @throws ApiError, NetworkError
 */
export async function saveFile<E extends Endpoint & { produces: string | readonly string[] }>(
  endpoint: E,
  args: EndpointArgs<E>,
): Promise<void> {
  const given: { params?: unknown; query?: unknown } = args;
  const acting = actsAs();
  let response: Response;
  let content: Blob;
  try {
    response = await fetch(urlOf(endpoint, given.params, given.query), {
      credentials: 'same-origin',
      headers: acting === null ? {} : { [actingLoginHeader]: acting },
    });
    content = await response.blob();
  } catch (error) {
    throw new NetworkError(error);
  }
  if (!response.ok) throw new ApiError(response.status, problemIn(await content.text()));
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has taken the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Makes the browser save the file of an address, under the server's name, as it arrives. */
export function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

function problemIn(text: string) {
  try {
    const problem = ProblemSchema.safeParse(JSON.parse(text));
    return problem.success ? problem.data : null;
  } catch {
    return null;
  }
}
