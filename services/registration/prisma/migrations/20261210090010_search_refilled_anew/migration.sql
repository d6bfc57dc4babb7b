UPDATE registration_search s SET searched = searched_text(r)
  FROM registrations r WHERE r.id = s.registration_id AND s.searched IS DISTINCT FROM searched_text(r);
ANALYZE registration_search;
