/** The product's name, which the server writes into the page title. */
export const productName = document.title;

/** The contact address, which the server writes into the head, so that the landing page sends no request. */
export const contactEmail = document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? '';
