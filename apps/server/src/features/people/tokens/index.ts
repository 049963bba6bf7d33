export { tokenRoutes } from './routes.ts';
export { dayOfUse, tokenIn } from './rules.ts';
export { callerOfToken, endTokensOf, Tokens } from './service.ts';
export { deleteTokens, listTokens, noteUse } from './store.ts';
