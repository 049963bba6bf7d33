import { createStore } from '../lib/store.ts';

const metaOf = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/* The server writes these into the head, so that the landing page sends no request. */
export const productName = metaOf('application-name');
export const contactEmail = metaOf('contact');
/** Whether the installation had no users when the landing page was loaded. */
export const needsSetUp = metaOf('set-up') === 'empty';
/** Whether the visitor is logged in: by the landing page's first data, and by later information. */
export const isLoggedIn = createStore(metaOf('login') === 'valid');
