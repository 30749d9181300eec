import { useState, type FormEvent } from 'react'
import { addMenuCategory, updateMenuCategory } from '../../../contract/menu/edit-menu.ts'
import type { Menu, MenuCategory } from '../../../contract/menu/menu.ts'
import type { MenuHours } from '../../../contract/menu/menu-fields.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refreshMenus } from '../menu-data.ts'
import { soldHoursText } from '../sold-hours.rules.ts'
import { SoldHoursField } from '../sold-hours-field.tsx'
import { Conflict } from './conflict.tsx'
import styles from './menu-editor.module.css'

/** A new category or one that changes; the version of what was seen keeps two people from overwriting each other. */
export function CategoryDialog({
  store,
  menu,
  opened,
  onClose,
}: {
  readonly store: { readonly id: string; readonly name: string }
  readonly menu: Menu
  /** Null: a new one. */
  readonly opened: MenuCategory | null
  readonly onClose: () => void
}) {
  /** As it is now: a refresh updates the version that the next save is based on. */
  const category = opened && (menu.categories.find(({ id }) => id === opened.id) ?? opened)
  const [key] = useState(() => crypto.randomUUID())
  const [hours, setHours] = useState<MenuHours[]>(category?.availability ?? [])
  const [stale, setStale] = useState(false)
  const form = useForm({
    initial: {
      name: category?.name ?? '',
      description: category?.description ?? '',
      status: category?.status ?? 'AVAILABLE',
    },
    schema: category ? updateMenuCategory.body : addMenuCategory.body,
    input: (values) => ({
      name: values.name,
      description: values.description,
      status: values.status === 'UNAVAILABLE' ? ('UNAVAILABLE' as const) : ('AVAILABLE' as const),
      availability: hours,
      ...(category ? { version: stale || !opened ? category.version : opened.version } : {}),
    }),
    alsoShown: ['dayOfWeek', 'startTime', 'endTime'],
    send: async ({ version, ...body }) => {
      try {
        if (category && version !== undefined)
          await ask(
            updateMenuCategory,
            { params: { categoryId: category.id }, body: { ...body, version } },
            { storeId: store.id },
          )
        else await ask(addMenuCategory, { body }, { storeId: store.id, idempotencyKey: key })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'menu/stale-category') {
          await refreshMenus([store.id])
          setStale(true)
        }
        throw error
      }
      notify(`${body.name} salva no cardápio de ${store.name}.`)
      onClose()
      await refreshMenus([store.id])
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => form.onSubmit(event)
  return (
    <Dialog title={category ? `Categoria ${category.name}` : 'Nova categoria'} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate aria-label="Categoria do cardápio">
        <Conflict
          words={form.refusal}
          now={
            stale && category
              ? `${category.name}, ${soldHoursText(category.availability) ?? 'vende sempre'}`
              : null
          }
        />
        <TextField label="Nome" autoComplete="off" maxLength={150} {...form.field('name')} />
        <TextArea
          label="Descrição"
          rows={2}
          maxLength={1000}
          value={form.values.description}
          error={form.problem('description')}
          onChange={(event) => form.set('description', event.target.value)}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={form.values.status === 'AVAILABLE'}
            onChange={(event) => form.set('status', event.target.checked ? 'AVAILABLE' : 'UNAVAILABLE')}
          />
          À venda no canal próprio
        </label>
        <h3 className={styles.part}>Quando vende</h3>
        <SoldHoursField
          hours={hours}
          problem={form.problem('dayOfWeek') ?? form.problem('startTime') ?? form.problem('endTime')}
          onChange={setHours}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {stale ? 'Salvar por cima' : 'Salvar'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
