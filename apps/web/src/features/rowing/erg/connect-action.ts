/** Action of toasts about connecting an erg: connecting one closes the error that requests it. */
export const connectAction = 'connect erg';
