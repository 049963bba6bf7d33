/** The product's name in requests to others: printable ASCII without spaces. */
export function userAgentOf(productName: string, purpose: string): string {
  return `${productName.replaceAll(/[^\x21-\x7e]+/g, '-')}-${purpose}`;
}
