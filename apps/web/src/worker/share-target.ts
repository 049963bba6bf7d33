import { sharedFiles } from '@boathouse/contract/pages/handed-files';

/** Whether a request is the form that the system's "Share" sends. */
export function isShare({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  return method === 'POST' && new URL(url).pathname === sharedFiles.path;
}

/** The part that is used here. */
type Storage = { open(name: string): Promise<Pick<Cache, 'put'>> };

/**
 * Keeps the shared files for Import, and opens it. Files that can't be stored are missing there, and Import reports it.
 */
export async function answerShare(request: Request, caches: Storage = globalThis.caches): Promise<Response> {
  try {
    const form = await request.formData();
    const cache = await caches.open(sharedFiles.cache);
    const files = form.getAll(sharedFiles.field).filter((value) => value instanceof File);
    for (const file of files) {
      const headers = { [sharedFiles.nameHeader]: encodeURIComponent(file.name) };
      await cache.put(`${sharedFiles.path}/${crypto.randomUUID()}`, new Response(file, { headers }));
    }
  } catch (error) {
    console.warn("The shared files couldn't be kept", error);
  }
  // After a POST the page must load with GET.
  return new Response(null, { status: 303, headers: { location: sharedFiles.opens } });
}
