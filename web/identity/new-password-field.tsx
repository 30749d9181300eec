import { passwordRules } from '../../contract/identity/password-policy.ts'
import type { ChangeEventHandler } from 'react'
import { PasswordField } from '../ui/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Stack } from '../kit/layout.tsx'
import styles from './new-password-field.module.css'

/** A new password field that checks off the policy as the user types or pastes. */
export function NewPasswordField({
  label = 'Nova senha',
  ...field
}: {
  readonly label?: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly autoFocus?: boolean
  readonly onChange: ChangeEventHandler<HTMLInputElement>
}) {
  return (
    <Stack gap={8}>
      <PasswordField label={label} autoComplete="new-password" {...field} />
      <ul className={styles.rules} aria-label="A senha precisa de">
        {passwordRules.map((rule) => {
          const met = rule.meets(field.value)
          return (
            <li key={rule.name} className={met ? styles.met : undefined}>
              <Icon name={met ? 'check' : 'level'} size={16} />
              {rule.label}
              <Hidden>{met ? ' (ok)' : ' (falta)'}</Hidden>
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}
