/** Same as in the page itself (index.html), so that nothing flashes between the two. */
export function FullScreenSpinner() {
  return (
    <p className="loading" role="status">
      Carregando…
    </p>
  )
}
