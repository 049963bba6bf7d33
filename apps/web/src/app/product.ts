/** The server writes the product's name into the page's title. */
export const productName = document.title;

/** And the address for questions into its head, so that the landing page need not ask for it. */
export const contactEmail = document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? '';
