const metaOf = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/* The server writes both into the head, so that the landing page sends no request. */
export const productName = metaOf('application-name');
export const contactEmail = metaOf('contact');
