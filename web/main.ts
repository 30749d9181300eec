import './ui/base.css'

// first-visit.ts runs before this, inlined in the page.
import('./panel.tsx')
  .then(({ drawn }) => drawn)
  .catch((error: unknown) => {
    const place = document.getElementById('root')
    if (place) place.textContent = 'O Balcão não carregou. Confira a conexão e recarregue a página.'
    throw error
  })
