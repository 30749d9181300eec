/** The product's mark, an awning over a counter; for aubergine grounds. */
export function AwningMark({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 30 30" width={size} height={size} aria-hidden="true">
      <path
        fill="#f5e9f1"
        d="M5 3h20l4 9v3.5a3.5 3.5 0 0 1-7 0 3.5 3.5 0 0 1-7 0 3.5 3.5 0 0 1-7 0 3.5 3.5 0 0 1-7 0V12zM5 22h20v5H5z"
      />
      <path fill="#b04f9c" d="M10 3h5v12.5a3.5 3.5 0 0 1-7 0V12zM20 3h5l4 9v3.5a3.5 3.5 0 0 1-7 0V12z" />
    </svg>
  )
}
