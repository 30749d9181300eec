export const onlyManagers = 'Só gerentes e donos mudam o cardápio.'
