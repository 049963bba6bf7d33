/** The server writes the product's name into the page's title. */
export const productName = document.title;
