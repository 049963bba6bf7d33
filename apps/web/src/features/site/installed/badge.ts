/** Shows a number on the icon of the installed app, 0 none. Does nothing in browsers without the Badging API. */
export function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // Refused where the app is not installed, or its icon may show none.
  const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count);
  shown.catch(() => undefined);
}
