/** The key is in the fragment, which browsers send to no server. `lib/invitation.ts` reads it. */
export function signUpLink(key: string): string {
  return new URL(`/register#${key}`, location.href).href;
}
