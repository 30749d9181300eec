/** Merchants that no store has, for a visitor to connect: the simulated portal shows them. */
export const portalMerchants = [
  {
    merchantId: '5b1a00f1-0000-4000-8000-0000000000f1',
    name: 'Tapiocaria do Porto',
    free: true,
    menu: [
      { code: 'TAP-1', name: 'Tapioca de queijo coalho', cents: 1_890, category: 'Tapiocas' },
      { code: 'TAP-2', name: 'Tapioca de carne de sol', cents: 2_450, category: 'Tapiocas' },
      { code: 'TAP-3', name: 'Suco de cupuaçu', cents: 1_150, category: 'Bebidas' },
    ],
  },
  {
    merchantId: '5b1a00f2-0000-4000-8000-0000000000f2',
    name: 'Cuscuzeria do Porto',
    free: true,
    menu: [
      { code: 'CUZ-1', name: 'Cuscuz com ovo', cents: 1_490, category: 'Cuscuz' },
      { code: 'CUZ-2', name: 'Cuscuz com charque', cents: 2_190, category: 'Cuscuz' },
    ],
  },
]
