/** Action of toasts about connecting an erg: connecting one closes the error that asks for it. */
export const connectAction = 'connect erg';
