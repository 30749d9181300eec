import './ui/base.css'

import('./panel.tsx').catch((error: unknown) => {
  const place = document.getElementById('root')
  if (place) place.textContent = 'O Balcão não carregou. Confira a conexão e recarregue a página.'
  throw error
})
