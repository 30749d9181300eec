import './ui/base.css'

// What runs before this one, in the page itself: first-visit.ts.
import('./panel.tsx')
  .then(({ drawn }) => drawn)
  .catch((error: unknown) => {
    const place = document.getElementById('root')
    if (place) place.textContent = 'O Balcão não carregou. Confira a conexão e recarregue a página.'
    throw error
  })
