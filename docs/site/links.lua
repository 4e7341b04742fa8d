-- A link to another page leads to its HTML; what is outside docs/ has no page here and stays as words.
function Link(link)
  if link.target:match("^%a+:") or link.target:match("^#") then return nil end
  if link.target:match("^%.%./") then return link.content end
  link.target = link.target:gsub("%.md", ".html")
  return link
end

-- The pictures of the experiments are copied beside the pages.
function Image(image)
  image.src = image.src:gsub("^%.%./experiments/", "")
  return image
end
