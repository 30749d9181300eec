import type { RoleName } from '../../contract/shared/access.ts'

/** Beside a person's name: true of whoever it is. */
export const roleLabels: Readonly<Record<RoleName, string>> = {
  owner: 'Dono(a)',
  manager: 'Gerente',
  basic: 'Atendente',
}
