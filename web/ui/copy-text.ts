import { notify } from './notices.tsx'

/** Copies and says so; where the browser refuses, the person selects the text. */
export const copyText = (text: string, said: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => notify(said),
    () => notify('O navegador não deixou copiar. Selecione o texto.', 'bad'),
  )
