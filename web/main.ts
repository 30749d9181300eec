import './ui/base.css'
import { beginFirstCalls } from './api/first-calls.ts'

// A few lines that run while the panel itself is still on its way.
beginFirstCalls()
import('./panel.tsx').catch((error: unknown) => {
  const place = document.getElementById('root')
  if (place) place.textContent = 'O Balcão não carregou. Confira a conexão e recarregue a página.'
  throw error
})
