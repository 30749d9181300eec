/** Role names and levels are given by the customer (docs/product/identity.md). */
export const roleLevel = { owner: 3, manager: 2, basic: 1 } as const

export type RoleName = keyof typeof roleLevel

export const roleNames = ['owner', 'manager', 'basic'] as const satisfies readonly RoleName[]

/** A role meets a minimum if its level is greater or equal (docs/product/identity.md). */
export function roleMeets(role: RoleName, minimum: RoleName): boolean {
  return roleLevel[role] >= roleLevel[minimum]
}

export function roleOfLevel(level: number): RoleName {
  if (level >= roleLevel.owner) return 'owner'
  return level >= roleLevel.manager ? 'manager' : 'basic'
}
