-- A link to another page leads to its HTML; what is outside docs/ has no page here and stays as words.
function Link(link)
  if link.target:match("^%a+:") or link.target:match("^#") then return nil end
  if link.target:match("^%.%./") then return link.content end
  link.target = link.target:gsub("%.md", ".html")
  return link
end

-- An option of the program is not broken after its hyphens.
function Code(code)
  local function escaped(text) return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;")) end
  local html, found = escaped(code.text):gsub("%-%-?[%w-]+", '<span class="option">%0</span>')
  if found > 0 then return pandoc.RawInline("html", "<code>" .. html .. "</code>") end
end

-- The pictures of the experiments are copied beside the pages.
function Image(image)
  image.src = image.src:gsub("^%.%./experiments/", "")
  return image
end
