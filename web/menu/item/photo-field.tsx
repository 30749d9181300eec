import { useId, useState } from 'react'
import { shrinkPhoto } from '../../browser/shrink-photo.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Problem } from '../../kit/text.tsx'
import styles from './item-dialog.module.css'

/** Previews the photo after saving; lets the user choose, replace or remove it. `null`: none. */
export function PhotoField({
  url,
  error,
  onChange,
}: {
  readonly url: string | null
  readonly error: string | undefined
  readonly onChange: (dataUrl: string | null) => void
}) {
  const id = useId()
  const [unreadable, setUnreadable] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const small = await shrinkPhoto(file)
    setUnreadable(small === null)
    if (small !== null) onChange(small)
  }
  const problem = unreadable ? 'Não deu para ler esta foto. Escolha um PNG, JPEG ou WebP.' : error
  return (
    <Row gap={12} className={styles.photo}>
      {url ? (
        <img src={url} alt="Foto do item" width={96} height={72} />
      ) : (
        <span className={styles.noPhoto}>
          <Icon name="bag" size={28} />
        </span>
      )}
      <Stack gap={6} className={styles.photoParts}>
        <b>Foto</b>
        <input
          id={id}
          className={styles.file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-more`}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <label htmlFor={id}>{url ? 'Trocar a foto' : 'Escolher uma foto'}</label>
        <div id={`${id}-more`} aria-live="polite">
          {problem ? (
            <Problem strong size={3}>
              {problem}
            </Problem>
          ) : null}
        </div>
      </Stack>
      {url ? (
        <Button variant="ghost" icon="close" aria-label="Tirar a foto" onClick={() => onChange(null)} />
      ) : null}
    </Row>
  )
}
