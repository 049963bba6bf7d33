import { createStore } from '../../../lib/store.ts';

/** The browser's offer to install the app (https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent). */
type InstallPrompt = { prompt(): Promise<unknown> };

/** The property in which `public/theme.js` keeps an offer that came before this code. */
const keptAs = 'installPrompt';

const isPrompt = (value: unknown): value is InstallPrompt =>
  typeof value === 'object' && value !== null && 'prompt' in value && typeof value.prompt === 'function';

const offer = createStore<InstallPrompt | null>(null);

function takeKept(): void {
  const kept: unknown = Reflect.get(globalThis, keptAs);
  if (isPrompt(kept)) offer.set(kept);
}

let isFollowing = false;

function follow(): void {
  takeKept();
  if (isFollowing) return;
  isFollowing = true;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isPrompt(event)) offer.set(event);
  });
  addEventListener('appinstalled', forget);
}

function forget(): void {
  Reflect.deleteProperty(globalThis, keptAs);
  offer.set(null);
}

/** Whether the browser offers to install the app: false if it can't, or if the app is installed. */
export const installOffer = {
  subscribe(listener: () => void): () => void {
    follow();
    return offer.subscribe(listener);
  },
  isThere: (): boolean => offer.get() !== null,
};

/** Opens the browser's dialog; call it from a click. An offer works once: the browser makes another one later. */
export async function install(): Promise<void> {
  const offered = offer.get();
  forget();
  await offered?.prompt();
}

/** Whether this page is in a window of the installed app. */
export function isInstalled(): boolean {
  // Safari on iPhones and iPads.
  const isOnHomeScreen: unknown = Reflect.get(navigator, 'standalone');
  return isOnHomeScreen === true || matchMedia('(display-mode: standalone)').matches;
}
