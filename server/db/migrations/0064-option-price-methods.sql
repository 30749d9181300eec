-- How a group's chosen options are priced: each one, the dearest, their average, or each its part ("meio a meio").
alter table menu_option_groups
  add column price_method text not null default 'SUM'
    constraint menu_option_groups_price_method_check check (price_method in ('SUM', 'MAX', 'AVG', 'SHARE'));
