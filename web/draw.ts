/** A separate chunk, so that the panel starts working while the largest file still loads (vite.config.ts). */
export { createRoot } from 'react-dom/client'
