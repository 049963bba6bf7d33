export { ChatLine } from './chat-line.tsx';
export { ChatPanel } from './chat-panel.tsx';
export { ChatProvider } from './chat-provider.tsx';
