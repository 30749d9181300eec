/** By itself, so that the panel begins to work while the largest file still comes (vite.config.ts). */
export { createRoot } from 'react-dom/client'
